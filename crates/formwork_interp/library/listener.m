% Who is told of the events of an object, as long as it is enabled.
classdef listener < handle
  properties
    Source = {}
    EventName = ''
    Callback = []
    Enabled = true
    Recursive = false
  end
end
