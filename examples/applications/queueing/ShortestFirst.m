% A station that serves first whoever needs the least time.
classdef ShortestFirst < Station
  methods
    function s = ShortestFirst (servers)
      s@Station (servers);
    end

    function k = next_of (s)
      needs = cellfun (@(c) c.needs, s.waiting);
      [~, k] = min (needs);
    end

    function name = title (s)
      name = "shortest first";
    end
  end
end
