function name = program_name ()
  % What runs the program.
  name = "formwork";
end
