1;

function try_it (code)
  try
    evalin ("base", code);
  catch problem
    printf ("%s => [%s] %s\n", code, problem.identifier, problem.message);
  end
end

function check_text (x)
  if (! ischar (x))
    error ("no text");
  end
end

p = inputParser ();
disp (class (p)); disp (size (p)); disp (isempty (p)); disp (isobject (p)); disp (isstruct (p));
disp (isa (p, "handle")); disp (isa (p, "inputParser")); disp (numel (p)); disp (isscalar (p));
p
x.a = p
c = {p}
disp (p)
try_it ("p.foo");
try_it ("p.foo = 1");
try_it ("p.Results = 1");
try_it ("p.Required");
try_it ("p(1).Results");
try_it ("p{1}");
try_it ("p(2)");
try_it ("p + 1");
try_it ("-p");
try_it ("p'");
try_it ("p.addParameter");
try_it ("p.addParameter ('a')");
try_it ("addParameter (p)");
try_it ("p.addRequired ()");
try_it ("p.addOptional ('x')");
try_it ("p.addSwitch ()");
try_it ("p.addSwitch ('a', 1)");
try_it ("p.PartialMatching = true");
try_it ("p.PartialMatching = false");
disp (p.PartialMatching)
try_it ("p.addParamValue ('k')");
try_it ("inputParser (3)");
try_it ("q = inputParser; q.parse (1)");
try_it ("q = inputParser; q.parse ('a')");
try_it ("q = inputParser; q.parse ('a', 1)");
try_it ("q = inputParser; q.addParameter ('x', 1); q.parse ('x')");
try_it ("q = inputParser; q.addRequired ('r'); q.addParameter ('x', 1); q.parse (1, 'x', 2, 'x')");
try_it ("q = inputParser; q.addParameter ('x', 1); q.parse ('x', 2, 'X', 3); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1); q.addParameter ('X', 1);");
try_it ("q = inputParser; q.addParameter ('x', 1, @ischar); q.parse ('x', 2)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) z > 5); q.parse ('x', 2)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) z > 5); q.parse ('x', [6 7]); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) z > 5); q.parse ('x', [1 7]); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) []); q.parse ('x', 2); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) error ('boo')); q.parse ('x', 2)");
try_it ("q = inputParser; q.addParameter ('x', 1, 'ischar'); q.parse ('x', 'a')");
try_it ("q = inputParser; q.addParameter ('x', 1, @check_text); q.parse ('x', 'a'); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1, @check_text); q.parse ('x', 2)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) validateattributes (z, {'char'}, {})); q.parse ('x', 'a'); disp (q.Results)");
try_it ("q = inputParser; q.addParameter ('x', 1, @(z) validateattributes (z, {'char'}, {})); q.parse ('x', 2)");
try_it ("q = inputParser; q.FunctionName = 'foo'; q.addRequired ('r'); q.parse ()");
try_it ("q = inputParser; q.addRequired ('r'); q.parse ()");
try_it ("q = inputParser; q.addRequired ('r', @ischar); q.FunctionName = 'foo'; q.parse (1)");
try_it ("q = inputParser; q.addOptional ('o', 3, @ischar); q.FunctionName = 'foo'; q.parse (1)");
try_it ("q = inputParser; q.addOptional ('o', 3, @(x) x > 2); q.parse (1)");
try_it ("q = inputParser; q.addOptional ('o', 3, @ischar); q.addParameter ('y', 4); q.parse ('y', 1), q.Results, q.UsingDefaults");
try_it ("q = inputParser; q.addOptional ('o', 3); q.addOptional ('u', 5); q.addParameter ('y', 4); q.parse (7, 'y', 1), q.Results, q.UsingDefaults");
try_it ("q = inputParser; q.addOptional ('o', 3, @isnumeric); q.addParameter ('y', 4); q.parse ('z', 1)");
try_it ("q = inputParser; q.addSwitch ('o'); q.addOptional ('x', 1)");
try_it ("q = inputParser; q.addSwitch ('o'); q.addRequired ('x')");
try_it ("q = inputParser; q.addSwitch ('o'); q.addParameter ('b', {1, 2}); q.addParameter ('a', 1); q.parse (); q.Results, q.UsingDefaults, q.Unmatched, q.Parameters, q");
try_it ("q = inputParser; q.addSwitch ('o'); q.addParameter ('b', 3); q.KeepUnmatched = true; q.parse ('zz', 5, 'O'); q.Results, q.UsingDefaults, q.Unmatched");
try_it ("q = inputParser; q.KeepUnmatched = true; q.parse ('zz')");
try_it ("q = inputParser; q.KeepUnmatched = true; q.parse ('zz', 1, 'z z', 3); q.Unmatched");
try_it ("q = inputParser; q.addParameter ('b', 3); s.B = 7; q.parse (s); q.Results");
try_it ("q = inputParser; q.addParameter ('b', 3); q.StructExpand = false; s.B = 7; q.parse (s)");
try_it ("q = inputParser; q.addParameter ('b', 3); q.parse (struct ()); q.Results");
try_it ("q = inputParser; q.addParameter ('b', 3); q.addParameter ('c', 3); q.parse (struct ('c', 1), 'B', 5); q.Results");
try_it ("q = inputParser; q.addParameter ('b', 3); q.addParameter ('c', 3); q.parse (struct (), struct ('c', 1, 'b', 2), struct ()); q.Results");
try_it ("q = inputParser; q.CaseSensitive = true; q.addParameter ('b', 3); q.parse ('B', 5)");
try_it ("q = inputParser; q.addParameter ('b', 3, 'PartialMatchPriority', 1); q.parse ('B', 5); q.Results");
try_it ("q = inputParser; q.addParameter ('b', 3, 'PartialMatch', 1)");
try_it ("q = inputParser; q.addParameter ('b', 3, @ischar, 'PartialMatchPriority', -1)");
try_it ("q = inputParser; q.addParameter ('b', 3, @ischar, 'PartialMatchPriority', 1, 3)");
q = p;
q.addParameter ("nn", 3);
p.Parameters
isequal (p, q)
try_it ("p == q");
try_it ("r = q.addParameter ('n2', 3)");
try_it ("x = q.parse ('n2', 3)");
try_it ("y = parse (q, 'n2', 3)");
q = inputParser;
addRequired (q, "r");
addOptional (q, "o", 2);
addParamValue (q, "v", 3);
addParameter (q, "w", 4);
addSwitch (q, "s");
parse (q, 1, "W", 5, "s");
q.Results
q.KeepUnmatched = "hello";
q.FunctionName = "foo";
q.StructExpand = [];
q
x.a = q
isfield (q, "Results")
fieldnames (q)
try_it ("q.Results.a");
q.Results.o
q.Parameters{1}
q.KeepUnmatched(2) = "a";
q.KeepUnmatched
q.disp ()
q.disp
