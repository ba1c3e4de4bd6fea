% What a listener is told of an event.
classdef EventData < handle
  properties
    Source = []
    EventName = ''
  end
end
