% A bank has accounts, by number.
classdef Bank < handle
  properties (SetAccess = private)
    name
  end
  properties (Access = private)
    accounts
    following = 100
  end
  properties (Dependent)
    total
    count
  end
  methods
    function b = Bank (name)
      b.name = name;
      b.accounts = containers.Map ("KeyType", "double", "ValueType", "any");
    end

    function a = open (b, kind, owner, varargin)
      b.following += 1;
      switch (kind)
        case "savings"
          a = Savings (b.following, owner, varargin{:});
        case "checking"
          a = Checking (b.following, owner, varargin{:});
        case "plain"
          a = Account (b.following, owner);
        otherwise
          error ("Bank:kind", "there are no accounts of kind '%s'", kind);
      end
      b.accounts(b.following) = a;
    end

    function a = find (b, number)
      if (! isKey (b.accounts, number))
        error ("Bank:unknown", "%s has no account %d", b.name, number);
      end
      a = b.accounts(number);
    end

    function n = get.count (b)
      n = double (b.accounts.Count);
    end

    function t = get.total (b)
      t = 0;
      every = values (b.accounts);
      for k = 1:numel (every)
        t += every{k}.balance;
      end
    end

    function r = richest (b)
      every = values (b.accounts);
      r = every{1};
      for k = 2:numel (every)
        if (r < every{k})
          r = every{k};
        end
      end
    end

    function each (b, action)
      cellfun (action, values (b.accounts));
    end
  end
end
