classdef DiagGauss
    % Gaussian with diagonal covariance
    properties
        mu
        s2
    end
    methods
        function obj = DiagGauss(X)
            % X n x d
            obj.mu = mean(X, 1);
            obj.s2 = var(X, 0, 1) + 1e-9;
        end
        function lp = logpdf(obj, X)
            % X n x d, lp n x 1
            n = size(X,1);
            D = (X - repmat(obj.mu, n, 1)).^2 ./ repmat(obj.s2, n, 1);
            lp = -0.5*(sum(D,2) + sum(log(2*pi*obj.s2)));
        end
    end
end
