function name = P_tmpdir ()
  % The folder for files that are soon gone.
  name = "/tmp";
end
