function show_result(code)
% SHOW_RESULT  Runs a piece of code and shows what it prints, or what it fails with.
try
    eval(code);
catch err
    printf('error: %s|%s\n', err.identifier, err.message);
end
end
