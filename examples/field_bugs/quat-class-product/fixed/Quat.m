classdef Quat
    % quaternion with scalar and vector part
    properties
        s (1,1) double = 1
        v (1,3) double = [0 0 0]
    end
    methods
        function q = Quat(s, v)
            q.s = s;
            q.v = v;
        end
        function r = times2(p, q)
            w = p.s*q.s - dot(p.v, q.v);
            r = Quat(w, p.s*q.v + q.s*p.v + cross(p.v, q.v));
        end
        function R = matrix(q)
            K = [0 -q.v(3) q.v(2); q.v(3) 0 -q.v(1); -q.v(2) q.v(1) 0];
            R = eye(3) + 2*q.s*K + 2*K*K;
        end
    end
end
