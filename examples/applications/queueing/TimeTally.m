% The same for something that lasts: values count for as long as they hold.
classdef TimeTally < Tally
  properties (Access = private)
    since = 0
    value = 0
    area = 0
  end
  methods
    function t = TimeTally (label)
      t@Tally (label);
    end

    function change (t, now, value)
      t.area += t.value * (now - t.since);
      t.since = now;
      t.value = value;
      t.observe (value);
    end

    function finish (t, now)
      t.change (now, t.value);
    end

    function report (t)
      report@Tally (t);
      printf ("%-22s averaged over time %8.4f\n", "", t.area / t.since);
    end
  end
end
