% WRONG: i runs to numel(x), so x(i + 1) is one past the end in the last turn.
function jump = largest_jump(x)
% LARGEST_JUMP  Greatest difference between neighbours.
jump = 0;
for i = 1:numel(x)
    jump = max(jump, abs(x(i + 1) - x(i)));
end
end
