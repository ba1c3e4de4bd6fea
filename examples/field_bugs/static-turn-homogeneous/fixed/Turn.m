classdef Turn
  methods (Static)
    function R = about(angle)
      R = [cos(angle) -sin(angle); sin(angle) cos(angle)];
    end
  end
end
