function v = tree_value (tree, x)
  % A decision tree: each row has a feature, a threshold, the rows to go on with, and a value.
  v = value_at (tree, 1, x);
end

function v = value_at (tree, node, x)
  if tree(node, 1) == 0
    v = tree(node, 5);
  elseif x(tree(node, 1)) < tree(node, 2)
    v = value_at (tree, tree(node, 3), x);
  else
    v = value_at (tree, tree(node, 4), x);
  end
end
