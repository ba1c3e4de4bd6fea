% What is known of a class.
classdef class < handle
  properties
    Name = ''
    Abstract = false
    Description = ''
    Hidden = false
    Sealed = false
    HandleCompatible = false
    SuperclassList = {}
    PropertyList = {}
    MethodList = {}
    EnumerationMemberList = {}
  end
  methods (Static)
    function m = fromName (name)
      try
        m = eval (['?', name]);
      catch
        m = [];
      end
    end
  end
end
