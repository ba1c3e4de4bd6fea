-- The server in a real Neovim, with Neovim's own client. Each step does what a user would do, and looks at
-- what the editor has then.
--
--   nvim --headless -u NONE -c 'luafile neovim.lua'
--
-- in a copy of `project`, with the program in the variable FORMWORK.

local failed = {}

local function feature(name, look)
  local ok, message = pcall(look)
  io.stdout:write((ok and "ok      " or "FAILED  ") .. name .. (ok and "" or ": " .. tostring(message)) .. "\n")
  if not ok then
    table.insert(failed, name)
  end
end

local function wait(wanted, what)
  if not vim.wait(20000, wanted, 20) then
    error("there is no " .. what)
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

--- The text of the window that floats above the others.
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      return table.concat(lines, "\n")
    end
  end
  return ""
end

local function close_floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      vim.api.nvim_win_close(window, true)
    end
  end
end

vim.o.hidden = true
vim.o.swapfile = false
vim.cmd("edit main.m")
vim.bo.filetype = "matlab"
local client = vim.lsp.start_client({
  name = "formwork",
  cmd = { vim.env.FORMWORK, "server" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"

feature("diagnostics", function()
  wait(function()
    for _, one in ipairs(vim.diagnostic.get(0)) do
      if one.code == "inner-extent" and one.lnum == 13 and one.severity == vim.diagnostic.severity.ERROR then
        return true
      end
    end
    return false
  end, "error in line 14")
end)

feature("hover", function()
  vim.api.nvim_win_set_cursor(0, { 12, 0 })
  vim.lsp.buf.hover()
  wait(function() return float():find("total : double 1x1", 1, true) ~= nil end, "shape of 'total'")
  close_floats()
end)

feature("rename", function()
  vim.api.nvim_win_set_cursor(0, { 12, 0 })
  vim.lsp.buf.rename("everything")
  wait(function()
    return text():find("everything = sum (squares);", 1, true) and text():find('", everything);', 1, true)
  end, "new name in both places")
end)

feature("quick fix", function()
  vim.api.nvim_win_set_cursor(0, { 6, 4 })
  wait(function() return #vim.diagnostic.get(0, { lnum = 5 }) > 0 end, "finding in line 6")
  -- Nobody is there to choose: the first is taken.
  vim.ui.select = function(items, _, chosen) chosen(items[1], 1) end
  vim.lsp.buf.code_action()
  wait(function() return text():find("squares(k) = k ^ 2;", 1, true) ~= nil end, "fix")
end)

feature("completion", function()
  vim.api.nvim_buf_set_lines(0, 14, 14, false, { "v = scale_r" })
  vim.api.nvim_win_set_cursor(0, { 15, 11 })
  local params = vim.lsp.util.make_position_params()
  params.position.character = 11
  local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", params, 20000)
  local labels = {}
  for _, answer in pairs(answers or {}) do
    for _, item in ipairs(vim.lsp.util.extract_completion_items(answer.result)) do
      table.insert(labels, item.label)
    end
  end
  assert(vim.tbl_contains(labels, "scale_rows"), "there is " .. vim.inspect(labels))
end)

feature("definition", function()
  vim.api.nvim_win_set_cursor(0, { 10, 6 })
  vim.lsp.buf.definition()
  wait(function() return vim.api.nvim_buf_get_name(0):find("scale_rows.m", 1, true) ~= nil end, "jump")
  assert(vim.api.nvim_win_get_cursor(0)[1] == 1)
end)

feature("shutdown", function()
  vim.lsp.stop_client(client)
  wait(function() return vim.lsp.get_client_by_id(client) == nil or vim.lsp.client_is_stopped(client) end, "end")
end)

io.stdout:write(#failed == 0 and "every feature is there\n" or "missing: " .. table.concat(failed, ", ") .. "\n")
vim.cmd(#failed == 0 and "qall!" or "cquit")
