values = rand(1, 100);
edges = linspace(0, 1, 11);
counts = histc(values, edges(1:10));
density = counts ./ diff(edges);
