function [y, varargout] = outer(x, ~, z = 2, varargin)
% OUTER  help
%# x size [3 UNKNOWN]
%#codegen
    persistent n = 0;
    function inner()
        y = x + n; %#ok<NASGU>
    end
    inner();
    if nargin < 2, return; end
    y = cellfun(@(c) c{end}(1), varargin, 'UniformOutput', false);
end
%{
block
%}
function second
    % formwork: ignore[inner-extent]
    x = 1;
endfunction
