% A bank account. Who listens to it is told of what happens to it.
classdef Account < handle
  properties (SetAccess = protected)
    number
    owner
    balance = 0
  end
  properties (Access = protected)
    history = {}
    listeners = {}
  end
  properties (Dependent)
    is_overdrawn
  end
  properties (Constant)
    CURRENCY = "EUR"
  end
  methods
    function a = Account (number, owner)
      if (nargin < 2)
        error ("Account:usage", "an account has a number and an owner");
      end
      a.number = number;
      a.owner = owner;
    end

    function listen (a, event, action)
      a.listeners{end+1} = struct ("event", event, "action", action);
    end

    function deposit (a, amount)
      Account.check (amount);
      a.balance += amount;
      a.record ("deposit", amount);
    end

    function withdraw (a, amount)
      Account.check (amount);
      if (amount > a.available ())
        a.tell ("refused", amount);
        error ("Account:funds", "account %d: %.2f is more than the %.2f there are", ...
               a.number, amount, a.available ());
      end
      a.balance -= amount;
      a.record ("withdrawal", -amount);
      if (a.is_overdrawn)
        a.tell ("overdrawn", a.balance);
      end
    end

    function r = available (a)
      r = a.balance;
    end

    function r = get.is_overdrawn (a)
      r = a.balance < 0;
    end

    function r = entries (a)
      r = numel (a.history);
    end

    function transfer (from, to, amount)
      from.withdraw (amount);
      to.deposit (amount);
    end

    function statement (a)
      printf ("--- %s %d of %s\n", class (a), a.number, a.owner);
      for k = 1:numel (a.history)
        entry = a.history{k};
        printf ("%3d  %-12s %10.2f %10.2f\n", k, entry.what, entry.amount, entry.balance);
      end
      printf ("     %-12s %10s %10.2f %s\n", "balance", "", a.balance, Account.CURRENCY);
    end

    function disp (a)
      printf ("  %s %d: %.2f %s\n", class (a), a.number, a.balance, a.CURRENCY);
    end

    function r = lt (a, b)
      r = a.balance < b.balance;
    end
  end
  methods (Access = protected)
    function record (a, what, amount)
      a.history{end+1} = struct ("what", what, "amount", amount, "balance", a.balance);
      a.tell (what, amount);
    end

    function tell (a, event, amount)
      for k = 1:numel (a.listeners)
        one = a.listeners{k};
        if (strcmp (one.event, event) || strcmp (one.event, "*"))
          one.action (a, event, amount);
        end
      end
    end
  end
  methods (Static)
    function check (amount)
      if (! (isscalar (amount) && isreal (amount) && amount > 0))
        error ("Account:amount", "an amount is a positive number");
      end
    end
  end
end
