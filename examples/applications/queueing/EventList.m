% The events that are still to come, as a binary heap: the earliest is at the root.
classdef EventList < handle
  properties (SetAccess = private)
    items = {}
    count = 0
  end
  methods
    function push (l, e)
      l.count += 1;
      k = l.count;
      l.items{k} = e;
      while (k > 1)
        up = floor (k / 2);
        if (! (l.items{k} < l.items{up}))
          break;
        end
        l.swap (k, up);
        k = up;
      end
    end

    function e = pop (l)
      if (l.count == 0)
        error ("EventList:empty", "nothing is left to happen");
      end
      e = l.items{1};
      l.items{1} = l.items{l.count};
      l.items{l.count} = [];
      l.count -= 1;
      l.sink (1);
    end

    function r = is_over (l)
      r = l.count == 0;
    end
  end
  methods (Access = private)
    function swap (l, a, b)
      kept = l.items{a};
      l.items{a} = l.items{b};
      l.items{b} = kept;
    end

    function sink (l, k)
      while (2 * k <= l.count)
        down = 2 * k;
        if (down < l.count && l.items{down + 1} < l.items{down})
          down += 1;
        end
        if (! (l.items{down} < l.items{k}))
          break;
        end
        l.swap (k, down);
        k = down;
      end
    end
  end
end
