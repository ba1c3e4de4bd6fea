function opts = dp_options(varargin)
% DP_OPTIONS  Options for DP45 as a structure.
%   dp_options('Name', value, ...) starts from the defaults;
%   dp_options(old, 'Name', value, ...) changes an existing structure.
%   Names are matched without regard to case:
%     RelTol       relative tolerance                            1e-3
%     AbsTol       absolute tolerance, scalar or per component   1e-6
%     NormControl  'on': measure the error by norms              'off'
%     InitialStep  first step to try, [] for automatic           []
%     MaxStep      longest step, [] for a tenth of the interval  []
%     Refine       points reported per step                      4
%     Events       function [value, isterminal, direction] of (t, y, ...)
%     OutputFcn    function of (t, y), called at the start and after every step
%     NonNegative  components that must not become negative      []
%     Mass         constant mass matrix, [] for none             []
%     Stats        'on': print what the solver did               'off'
names = {'RelTol', 'AbsTol', 'NormControl', 'InitialStep', 'MaxStep', ...
         'Refine', 'Events', 'OutputFcn', 'NonNegative', 'Mass', 'Stats'};
values = {1e-3, 1e-6, 'off', [], [], 4, [], [], [], [], 'off'};

first = 1;
if nargin > 0 && isstruct(varargin{1})
    opts = varargin{1};
    first = 2;
else
    opts = struct();
end
for k = 1:numel(names)
    if ~isfield(opts, names{k})
        opts.(names{k}) = values{k};
    end
end
if rem(nargin - first + 1, 2) ~= 0
    error('dp_options: names and values must come in pairs');
end
for k = first:2:nargin
    hit = 0;
    for j = 1:numel(names)
        if strcmpi(varargin{k}, names{j})
            opts.(names{j}) = varargin{k + 1};
            hit = 1;
        end
    end
    if ~hit
        error('dp_options: no option is called %s', varargin{k});
    end
end
end
