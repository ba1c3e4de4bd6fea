% Where errors and warnings say they were raised.
1;
function varargout = ef(varargin), error('X'); end
function varargout = ok(varargin), varargout = {1,2,3}; end
function where(f)
  try, f(); disp('fine');
  catch e
    for k = 1:numel(e.stack) - 2
      printf('%s %d %d; ', e.stack(k).name, e.stack(k).line, e.stack(k).column);
    end
    printf('\n');
  end
end
function a1(), y=ef(1); end
function a2(),    y = 1 + ef(1); end
function a3(), m = 1:3; m(ef(1)) = 2; end
function a4(), [p,q] = ef(1); end
function a5(), y = 1; y += ef(1); end
function a6(), [1 ef(1)]; end
function a7(), {ef(1)}; end
function a8(), if ef(1), end, end
function a9(), if 0, elseif 1 + ef(1), end, end
function b1(), while ef(1) > 2, end, end
function b2(), do, y=1; until ef(1), end
function b3(), for k=ef(1), end, end
function b4(), switch ef(1), case 1, end, end
function b5(), -ef(1); end
function b6(), ef(1)'; end
function b7(), ok(1).'; ef(1).'; end
function b8(), (1+2):ef(1); end
function b9(), ((1 + ef(1))); end
function c1(), a = b = ef(1); end
function c2(), m = [1 2 3]; ef(1); end
function c3(), m = [1 2
  3 4]; ef(1); end
function c4(), m = [1, ...
  2]; ef(1); end
function c5(), m = [1,2;
  3 4]; y = ef(1); end
function c6(), z = @(q) 1 + ef(q); z(1); end
function c7(), cellfun(@(q) ef(q), {1}); end
function c8(), y = undefined_thing + 1; end
function c9(), x.a = 1; x.z(end+1) = 5; end
function d1(), a.b(3).c{2} = ef(1); end
function d2(), x = 3; x++; x(ef(1))++; end
function d3(), global gg = ef(1), end
function d4(), "abc"(ef(1)); end
function d5(), y = [1 2] + [1 2 3]; end
function d6(), [1 2] + [1 2 3]; end
where(@a1); where(@a2); where(@a3); where(@a4); where(@a5); where(@a6); where(@a7);
where(@a8); where(@a9); where(@b1); where(@b2); where(@b3); where(@b4); where(@b5);
where(@b6); where(@b7); where(@b8); where(@b9); where(@c1); where(@c2); where(@c3);
where(@c4); where(@c5); where(@c6); where(@c7); where(@c8); where(@c9); where(@d1);
where(@d2); where(@d3); where(@d4); where(@d5); where(@d6);
% Warnings tell the calls that led to them.
function w1(), x=1; warning('my:id', 'hello'); end
function y = w2(x), y = x; w1(); end
s = evalc('y = w2(1);')
s = evalc('w1();')
z = @() warning('in anon'); s = evalc('z();')
s = evalc('x = inv([1 2;2 4]);');
disp(strtok(s, "\n"))
s = evalc('warning("no trace\n");')
warning('off', 'backtrace'); s = evalc('w1();')
warning('on', 'backtrace');
% What a condition leaves out is warned of.
s = evalc('if 1 | 0, disp(1), end')
s = evalc('k = 0; while k < 2 & k < 5, k++; end')
s = evalc('if [1 1] | 0, disp(2), end')
s = evalc('do k--; until k < 1 | k > 4')
warning('off', 'Octave:possible-matlab-short-circuit-operator');
s = evalc('if 1 | 0, disp(1), end')
