function network = nine_buses ()
  % The network: three generators, three loads, nine branches; powers in MW and Mvar.

  network.base = 100;
  % number, kind (1: load, 2: generator, 3: slack), P load, Q load, P generated, voltage
  buses = [
    1, 3,   0,  0,   0, 1.040;
    2, 2,   0,  0, 163, 1.025;
    3, 2,   0,  0,  85, 1.025;
    4, 1,   0,  0,   0, 1.000;
    5, 1,  90, 30,   0, 1.000;
    6, 1,   0,  0,   0, 1.000;
    7, 1, 100, 35,   0, 1.000;
    8, 1,   0,  0,   0, 1.000;
    9, 1, 125, 50,   0, 1.000];
  network.kind = buses(:, 2);
  network.load = complex (buses(:, 3), buses(:, 4)) / network.base;
  network.generation = buses(:, 5) / network.base;
  network.voltage = buses(:, 6);

  % from, to, resistance, reactance, charging
  branches = [
    1, 4, 0.0000, 0.0576, 0.0000;
    4, 5, 0.0170, 0.0920, 0.1580;
    5, 6, 0.0390, 0.1700, 0.3580;
    3, 6, 0.0000, 0.0586, 0.0000;
    6, 7, 0.0119, 0.1008, 0.2090;
    7, 8, 0.0085, 0.0720, 0.1490;
    8, 2, 0.0000, 0.0625, 0.0000;
    8, 9, 0.0320, 0.1610, 0.3060;
    9, 4, 0.0100, 0.0850, 0.1760];
  network.from = branches(:, 1);
  network.to = branches(:, 2);
  network.impedance = complex (branches(:, 3), branches(:, 4));
  network.charging = branches(:, 5);
end
