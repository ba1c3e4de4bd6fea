% A savings account: interest, and a number of free withdrawals.
classdef Savings < Account
  properties
    rate = 0.02
  end
  properties (Access = private)
    withdrawals = 0
  end
  properties (Constant)
    FREE = 2
    FEE = 1.5
  end
  methods
    function s = Savings (number, owner, rate)
      s@Account (number, owner);
      if (nargin > 2)
        s.rate = rate;
      end
    end

    function set.rate (s, rate)
      if (rate < 0 || rate > 1)
        error ("Savings:rate", "a rate of %g is none", rate);
      end
      s.rate = rate;
    end

    function withdraw (s, amount)
      withdraw@Account (s, amount);
      s.withdrawals += 1;
      if (s.withdrawals > Savings.FREE)
        withdraw@Account (s, Savings.FEE);
      end
    end

    function accrue (s, years)
      if (nargin < 2)
        years = 1;
      end
      s.deposit (s.balance * ((1 + s.rate) ^ years - 1));
    end
  end
end
