ages = containers.Map('KeyType', 'double', 'ValueType', 'any');
ages('Ada') = 36;  %? error[map-key]
