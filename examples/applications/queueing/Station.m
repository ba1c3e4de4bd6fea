% Servers with one queue before them. Who is served next a subclass says.
classdef Station < handle
  properties (SetAccess = private)
    servers
    busy = 0
    served = 0
  end
  properties (Access = protected)
    waiting = {}
  end
  properties
    waits
    lengths
  end
  methods
    function s = Station (servers)
      s.servers = servers;
      s.waits = Tally ("waiting time");
      s.lengths = TimeTally ("queue length");
    end

    function customers = arrive (s, now, customer)
      s.waiting{end+1} = customer;
      s.lengths.change (now, numel (s.waiting));
      customers = s.start (now);
    end

    function customers = depart (s, now)
      s.busy -= 1;
      s.served += 1;
      customers = s.start (now);
    end

    function k = next_of (s)
      k = 1;
    end

    function name = title (s)
      name = "first come, first served";
    end
  end
  methods (Access = private)
    function customers = start (s, now)
      customers = {};
      while (s.busy < s.servers && ! isempty (s.waiting))
        k = s.next_of ();
        customer = s.waiting{k};
        s.waiting(k) = [];
        s.busy += 1;
        s.waits.observe (now - customer.arrived);
        s.lengths.change (now, numel (s.waiting));
        customers{end+1} = customer;
      end
    end
  end
end
