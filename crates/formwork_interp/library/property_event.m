% What a listener is told of a property that was set.
classdef PropertyEvent < event.EventData
  properties
    AffectedObject = []
  end
end
