ages = containers.Map();
ages('Ada') = 36;
