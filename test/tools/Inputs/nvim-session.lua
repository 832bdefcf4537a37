-- What somebody sees in Neovim, with its built-in client and `tqc lsp`: diagnostics, a
-- fix that is applied, and a hover, in each file.
--
--     TQC=tqc FILES=k.tq:n.py OUT=seen.txt \
--       nvim --headless -u NONE -i NONE -n -c 'luafile nvim-session.lua'
--
-- In each file the first diagnostic is mended by its first action, and then the first
-- `offsets` and the first `load` are asked about. With SCREEN=1, and in a terminal, the
-- screen is written too, but for the hover, which floats above it.
local out = assert(io.open(os.getenv("OUT"), "w"))

local function say(...)
  out:write(string.format(...), "\n")
  out:flush()
end

local function wait(what, done)
  if not vim.wait(30000, done, 5) then
    say("this did not come: %s", what)
    vim.cmd("cquit 1")
  end
end

local function show()
  if not os.getenv("SCREEN") then
    return
  end
  vim.cmd("redraw")
  for row = 1, vim.o.lines - 1 do
    local text = ""
    for column = 1, vim.o.columns do
      text = text .. vim.fn.screenstring(row, column)
    end
    text = text:gsub("%s+$", "")
    say("    |%s", text)
  end
end

local function start(buffer)
  local server = { name = "tqc", cmd = { os.getenv("TQC"), "lsp" } }
  if vim.lsp.start then -- since 0.8
    return vim.lsp.start(server, { bufnr = buffer })
  end
  local client = vim.lsp.start_client(server)
  vim.lsp.buf_attach_client(buffer, client)
  return client
end

local function diagnostics(buffer)
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    say("  %d:%d %s", one.lnum + 1, one.col + 1, one.message:gsub("\n", "\n    "))
  end
end

--- The lines of the window that floats above the text.
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
    end
  end
end

local function hover(pattern)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern, "cW") == 0 then
    return
  end
  vim.lsp.buf.hover()
  wait("a hover", floating)
  say("hover on `%s`:", vim.fn.expand("<cWORD>"))
  for _, line in ipairs(floating()) do
    say("  %s", line)
  end
  vim.cmd("only")
end

vim.ui.select = function(items, options, choose)
  local title = options.format_item and options.format_item(items[1]) or items[1]
  say("fix: %s", title)
  choose(items[1], 1)
end

local function session(path)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  local client = start(buffer)
  wait("a diagnostic", function() return #vim.diagnostic.get(buffer) > 0 end)
  say("%s:", vim.fn.fnamemodify(path, ":t"))
  diagnostics(buffer)
  show()
  local first = vim.diagnostic.get(buffer)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  vim.lsp.buf.code_action()
  wait("no diagnostic", function() return #vim.diagnostic.get(buffer) == 0 end)
  say("line %d: %s", first.lnum + 1, vim.fn.getline(first.lnum + 1))
  show()
  for _, pattern in ipairs({ "\\<offsets\\>", "\\<load\\>" }) do
    hover(pattern)
  end
  local server = vim.lsp.get_client_by_id(client)
  server.stop()
  wait("the end of the server", function() return server.is_stopped() end)
end

for _, path in ipairs(vim.split(os.getenv("FILES"), ":")) do
  local fine, why = pcall(session, path)
  if not fine then
    say("%s", why)
    vim.cmd("cquit 1")
  end
end
say("all servers ended")
vim.cmd("qa!")
