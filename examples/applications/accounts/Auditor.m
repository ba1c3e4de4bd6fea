% Listens to accounts and counts what happens to them.
classdef Auditor < handle
  properties (SetAccess = private)
    seen = struct ()
    alarms = {}
    limit
  end
  methods
    function a = Auditor (limit)
      a.limit = limit;
    end

    function watch (a, account)
      account.listen ("*", @(account, event, amount) a.note (account, event, amount));
    end

    function note (a, account, event, amount)
      if (! isfield (a.seen, event))
        a.seen.(event) = 0;
      end
      a.seen.(event) += 1;
      if (abs (amount) > a.limit)
        a.alarms{end+1} = sprintf ("%s of %.2f at %d", event, amount, account.number);
      end
    end

    function report (a)
      names = sort (fieldnames (a.seen));
      for k = 1:numel (names)
        printf ("%-12s %d\n", names{k}, a.seen.(names{k}));
      end
      cellfun (@(line) printf ("! %s\n", line), a.alarms);
    end
  end
end
