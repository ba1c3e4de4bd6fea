% A checking account may be overdrawn up to a limit.
classdef Checking < Account
  properties (SetAccess = private)
    limit = 0
  end
  methods
    function c = Checking (number, owner, limit)
      c@Account (number, owner);
      c.limit = limit;
    end

    function r = available (c)
      r = c.balance + c.limit;
    end

    function disp (c)
      disp@Account (c);
      printf ("    may be overdrawn by %.2f\n", c.limit);
    end
  end
end
