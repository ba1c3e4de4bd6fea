% Mean, variance and extremes of what has been observed.
classdef Tally < handle
  properties
    label = ''
  end
  properties (SetAccess = protected)
    n = 0
    smallest = Inf
    largest = -Inf
  end
  properties (Access = protected)
    m = 0
    s = 0
  end
  properties (Dependent)
    average
    deviation
  end
  methods
    function t = Tally (label)
      t.label = label;
    end

    function observe (t, x)
      t.n += 1;
      d = x - t.m;
      t.m += d / t.n;
      t.s += d * (x - t.m);
      t.smallest = min (t.smallest, x);
      t.largest = max (t.largest, x);
    end

    function a = get.average (t)
      a = t.m;
    end

    function d = get.deviation (t)
      if (t.n < 2)
        d = 0;
      else
        d = sqrt (t.s / (t.n - 1));
      end
    end

    function report (t)
      printf ("%-22s n = %5d  mean %8.4f  sd %8.4f  min %8.4f  max %8.4f\n", ...
              t.label, t.n, t.average, t.deviation, t.smallest, t.largest);
    end
  end
end
