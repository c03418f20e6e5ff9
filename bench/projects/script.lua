-- About a hundred lines that touch most of Lua: its own tables, strings, closures,
-- coroutines, metatables, errors, goto, integers and floats.
local t = {}
for i = 1, 100 do
  t[i] = (i * 7919) % 101
end
table.sort(t)
print(table.concat(t, " "))
table.sort(t, function(a, b) return a > b end)
print(t[1], t[50], t[100], #t)

local function fib(n)
  if n < 2 then
    return n
  end
  return fib(n - 1) + fib(n - 2)
end
print(fib(20))

print(string.format("%5.2f %q %x %g %s", math.pi, "a\nb", 255, 1e100, true))
print(#("x"):rep(100), ("abc"):reverse(), ("abc"):byte(1, -1))

print(pcall(function() error("trouble", 0) end))
print(select("#", 1, 2, 3), select(2, "a", "b", "c"))
local ok, message = pcall(function() local x = nil; return x.field end)
print(ok, message)
print(xpcall(function() return 1 + {} end, function(e) return "handled: " .. e end))

local producer = coroutine.wrap(function(a)
  for i = 1, 3 do
    a = coroutine.yield(a * i)
  end
  return "done"
end)
print(producer(2), producer(3), producer(4), producer(5))
local co = coroutine.create(function() error("inside") end)
print(coroutine.resume(co))
print(coroutine.status(co))

for word in ("the quick brown fox"):gmatch("%a+") do
  io.write(word:upper(), ";")
end
print()
print(("hello world"):gsub("o", "0"))
print(("key = value"):match("(%w+)%s*=%s*(%w+)"))
print(("%d+"):len(), ("a,b,,c"):find(",", 1, true))

print(7 // 2, -7 // 2, 7 % -3, 7.5 // 2, 2 ^ 10, 10 / 2, 1e15, 2 ^ 53)
print(1 / 0, -1 / 0, math.maxinteger + 1 == math.mininteger)
print(math.type(1), math.type(1.0), math.type("1"), 0x10, 0xA.8p0)
print(5 & 3, 5 | 3, 5 ~ 3, ~5, 1 << 62, 256 >> 4)
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(7, 3), math.tointeger(3.0))
print(tostring(1e15), tostring(0.1), 100000000000000, 1e300 * 1e10)

local list = setmetatable({}, {
  __index = function(_, key) return key .. "!" end,
  __add = function() return 42 end,
  __call = function(_, x) return x * 2 end,
  __tostring = function() return "a list" end,
  __len = function() return 7 end,
})
print(list.foo, list + 1, list(21), tostring(list), #list)

local Account = {}
Account.__index = Account
function Account.new(balance)
  return setmetatable({ balance = balance }, Account)
end
function Account:deposit(v)
  self.balance = self.balance + v
  return self
end
print(Account.new(10):deposit(5):deposit(7).balance)

for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then
      goto continue
    end
    io.write(i, ":", j, " ")
    ::continue::
  end
end
print()

print(string.pack("<i4", 7):byte(1, -1))
print(string.unpack("<d", string.pack("<d", 0.5)))
print(utf8.char(72, 228, 8364), utf8.len("häß"))
print(table.unpack({ 1, 2, 3 }))
local parts = {}
for k, v in ipairs({ 10, 20, 30 }) do
  parts[#parts + 1] = k .. "=" .. v
end
print(table.concat(parts, ","), table.remove(parts), #parts)
print(next({}), type(next), rawlen({ 1, 2 }), rawequal(t, t))
print(load("return 1 + 1")())
print(os.time({ year = 2020, month = 1, day = 1, hour = 12 }) > 0, os.getenv("NO_SUCH_NAME"))
local sum = 0
for i = 1, 20000 do
  sum = (sum * 31 + i) % 1000003
end
print(sum, collectgarbage("count") > 0)
