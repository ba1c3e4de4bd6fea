function answer = __event_manager_enabled__ ()
  % Whether somebody could be asked: nobody is there.
  answer = false;
end
