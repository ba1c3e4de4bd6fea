% An event of a simulation: what happens when, to whom.
classdef Event
  properties
    time = 0
    kind = ''
    customer = []
  end
  methods
    function e = Event (time, kind, customer)
      if (nargin > 0)
        e.time = time;
        e.kind = kind;
        e.customer = customer;
      end
    end

    function r = lt (a, b)
      r = a.time < b.time;
    end
  end
end
