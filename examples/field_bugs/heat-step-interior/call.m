1;
u = heatSteps([0 0 1 0 0], 0.2, 3); assert(numel(u), 5);
