function answer = __event_manager_have_dialogs__ ()
  % Whether somebody could be asked: nobody is there.
  answer = false;
end
