"use strict";

const every = 1000; // how often the page asks, in milliseconds
const span = 120; // seconds in the chart
const kept = { failed: 200, other: 1000 }; // rows of the requests
const sayEvery = 15000; // how often a screen reader is told, in milliseconds

const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en");
const clock = (text) => new Date(text).toLocaleTimeString("en-GB");
const plural = (n, noun) => `${number.format(n)} ${noun}${n === 1 ? "" : "s"}`;

let total, seconds, base, seen, oldest, sizes;
let newest; // when the newest request began, as the journal spells it
let stale = true; // what is shown is not of the sandbox that answers next
let said = 0;

// forget begins anew: another sandbox answers by now, or its journal was emptied.
function forget() {
  total = { requests: 0, writes: 0, failures: 0 };
  seconds = new Map(); // what began, ended, was written and failed in each second
  base = 0; // in flight before the first of them
  seen = oldest = 0;
  newest = "";
  sizes = new Map(); // the vehicles of each client at the last answers
  $("journal").tBodies[0].replaceChildren();
}

// element makes an element. Texts are set as texts: what is on the service is never taken for HTML.
function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

// breakable lets a text break after one of these characters, and nowhere else.
function breakable(text, after = /(?<=[/?& ])/) {
  return text.split(after).filter(Boolean).flatMap((part) => {
    const whole = element("span", "whole", part);
    whole.title = part.length > 20 ? part : ""; // it may be too long to show
    return [whole, document.createElement("wbr")];
  });
}

function row(table, className, ...cells) {
  const tr = element("tr", className);
  const heads = table.tHead.rows[0].cells;
  cells.forEach((cell, i) => {
    const td = tr.insertCell();
    td.className = heads[i].className;
    td.dataset.name = heads[i].textContent;
    td.append(...[cell].flat());
  });
  return tr;
}

function fill(table, rows) {
  if (rows.length === 0) {
    const none = row(table, "none", "none yet");
    none.cells[0].colSpan = table.tHead.rows[0].cells.length;
    none.cells[0].className = none.cells[0].dataset.name = "";
    rows = [none];
  }
  const body = element("tbody", "", ...rows);
  if (body.innerHTML !== table.tBodies[0].innerHTML) { // what somebody marks stays marked
    table.tBodies[0].replaceWith(body);
  }
}

// bars and line draw one value for each second: bars from one height to another, or one line.
const bars = (from, to, top) => to.map((v, i) => v > from[i] ? `M${i} ${100 - 100 * from[i] / top}V${100 - 100 * v / top}h1V${100 - 100 * from[i] / top}z` : "").join("");
const line = (values, top) => values.map((v, i) => `${i ? "L" : "M"}${i + .5} ${99 - 97 * v / top}`).join("");

const secondOf = (now) => Math.floor(new Date(now.time) / 1000);

// at is what is known of a second.
function at(second) {
  if (!seconds.has(second)) {
    seconds.set(second, { began: 0, ended: 0, writes: 0, failures: 0, live: 0 });
  }
  return seconds.get(second);
}

function draw(now) {
  const last = secondOf(now);
  const first = last - span + 1;
  for (const [second, s] of seconds) {
    if (second < first) {
      base += s.began - s.ended;
      seconds.delete(second);
    }
  }
  let inFlight = base;
  const columns = { flight: [], reads: [], writes: [], failures: [] };
  for (let second = first; second <= last; second++) {
    const s = at(second);
    inFlight += s.began - s.ended;
    columns.flight.push(Math.max(inFlight, s.live)); // those that have not ended are not in the journal
    columns.failures.push(s.failures);
    columns.writes.push(s.failures + s.writes);
    columns.reads.push(s.ended);
  }
  const mostFlight = Math.max(...columns.flight);
  const mostEnded = Math.max(...columns.reads);
  const flight = line(columns.flight, Math.max(mostFlight, 4));
  $("flight-line").setAttribute("d", flight);
  $("flight-area").setAttribute("d", `${flight}V100H.5z`);
  $("flight-top").textContent = `at most ${number.format(mostFlight)}`;
  const top = Math.max(mostEnded, 4);
  $("ended-failures").setAttribute("d", bars(columns.failures.map(() => 0), columns.failures, top));
  $("ended-writes").setAttribute("d", bars(columns.failures, columns.writes, top));
  $("ended-reads").setAttribute("d", bars(columns.writes, columns.reads, top));
  $("ended-top").textContent = `at most ${number.format(mostEnded)}`;
  $("marks").replaceChildren(...columns.failures.flatMap((n, i) => {
    if (n === 0) {
      return [];
    }
    const mark = element("span", "", "✕");
    mark.style.left = `${(i + .5) / span * 100}%`;
    return [mark];
  }));
  const recent = columns.reads.slice(-6, -1); // the last second is not over
  return recent.reduce((a, b) => a + b) / recent.length;
}

function figures(now, perSecond) {
  $("in-flight").textContent = number.format(now.in_flight);
  $("per-second").textContent = perSecond === 0 || perSecond >= 10 ? number.format(Math.round(perSecond)) : perSecond.toFixed(1);
  for (const [name, n] of Object.entries(total)) {
    $(name).textContent = number.format(n);
  }
  $("failures").parentElement.classList.toggle("some", total.failures > 0);
  const working = now.in_flight > 0 || perSecond > 0;
  $("state").className = working ? "working" : "";
  $("state").textContent = working ? "Working" : newest ? `Idle since ${clock(newest)}` : "Idle: no requests yet";
  if (Date.now() - said > sayEvery) {
    said = Date.now();
    const text = `${plural(total.requests, "request")}, ${plural(total.writes, "write")}, ${plural(total.failures, "failure")}`;
    if ($("summary").textContent !== text) {
      $("summary").textContent = text;
    }
  }
}

// growth is how many vehicles a client got a second, over the last answers.
function growth(cliente) {
  const all = sizes.get(cliente.id) ?? [];
  sizes.set(cliente.id, all.concat({ at: performance.now(), n: cliente.vehiculos }).slice(-6));
  return all.length === 0 ? 0 : (cliente.vehiculos - all[0].n) / (performance.now() - all[0].at) * 1000;
}

// linkedTwice names the plates with several links, and whose they are: one client's twice, or two clients'.
function linkedTwice(all) {
  const said = element("p", "", ...all.length === 0 ? [] : ["Linked more than once: ", ...all.flatMap(({ placa, clientes }, i) =>
    [i ? ", " : "", element("code", "", placa), ` (clients ${clientes.join(" and ")})`])]);
  if ($("twice").textContent !== said.textContent) { // a screen reader says it once
    $("twice").replaceChildren(...said.childNodes);
  }
}

function fleets(now) {
  const waiting = now.placas - now.linked;
  $("plates").textContent = now.placas === 0 ? "No plates yet."
    : `${plural(now.placas, "plate")} registered, ${waiting === 0 ? "all" : number.format(now.linked)} linked to a client${waiting === 0 ? "" : `, ${number.format(waiting)} not yet`}.`;
  linkedTwice(now.twice);
  const twice = new Set(now.twice.map(({ placa }) => placa));
  fill($("clientes"), now.clientes.map((c) => {
    const rate = growth(c);
    const vehiculos = [element("span", "whole", c.vehiculos ? number.format(c.vehiculos) : "none")];
    if (rate > 0) {
      vehiculos.push(" ", element("span", "growing whole", `▲ ${rate.toFixed(1)}/s`));
    }
    if (c.vehiculos > 0) {
      const bar = element("span", "bar", element("span", ""));
      bar.firstChild.style.width = `${c.vehiculos / (c.vehiculos + waiting) * 100}%`; // full once every plate is linked
      vehiculos.push(bar);
    }
    const tr = row($("clientes"), "", "", vehiculos,
      element("span", "chips", ...c.placas.flatMap((placa) => [twice.has(placa) ? element("code", "whole twice", `⚠ ${placa}`) : element("code", "whole", placa), " "])));
    const name = element("th", "", ...breakable(c.nombre, /(?<= )/), element("span", "note", `id ${c.id}${c.favoritas ? `, ${plural(c.favoritas, "favourite")}` : ""}`));
    name.scope = "row";
    tr.cells[0].replaceWith(name);
    return tr;
  }));
}

const took = (nanoseconds) => nanoseconds < 1e9 ? `${(nanoseconds / 1e6).toFixed(nanoseconds < 1e7 ? 1 : 0)} ms` : `${(nanoseconds / 1e9).toFixed(1)} s`;

function request(e) {
  const outcome = [element("span", "whole", e.status ? `${e.status}` : "no answer")];
  if (e.committed) {
    outcome.push(" ", element("span", "tag", "✎ write"));
  }
  if (!e.ok && !e.failed) {
    outcome.push(" ", element("span", "note whole", "does not exist"));
  }
  if (e.failed) {
    outcome.push(" ", element("span", "tag bad", "✕ failed"));
  }
  if (e.fault) {
    outcome.push(" ", element("code", "note whole", e.fault));
  }
  const kind = [e.failed && "failed", e.committed && "write"].filter(Boolean).join(" ");
  const path = e.path + (e.query && `?${e.query}`);
  return row($("journal"), kind, element("span", "whole", clock(e.time)), element("span", "whole", e.operation || "no such route"),
    element("code", "", element("span", "whole", `${e.method} `), document.createElement("wbr"), ...breakable(path), ...breakable(e.about && ` ${e.about}`)), outcome, took(e.duration));
}

// sift hides the requests that the filter is not about.
function sift() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = document.querySelector("[name=kind]:checked").value;
  const rows = [...$("journal").tBodies[0].rows];
  let shown = 0;
  for (const tr of rows) {
    const text = tr.textContent.toLowerCase();
    tr.hidden = kind !== "" && !tr.classList.contains(kind) || !words.every((word) => text.includes(word));
    shown += !tr.hidden;
  }
  $("matches").textContent = shown < rows.length ? `${number.format(shown)} of ${number.format(rows.length)} match`
    : shown < total.requests ? `newest ${number.format(shown)} of ${number.format(total.requests)}` : "";
}

function journal(now) {
  const body = $("journal").tBodies[0];
  for (const e of now.journal) {
    body.prepend(request(e));
  }
  const rows = [...body.rows];
  rows.filter((tr) => tr.matches(".failed")).slice(kept.failed).forEach((tr) => tr.remove());
  rows.filter((tr) => !tr.matches(".failed")).slice(kept.other).forEach((tr) => tr.remove());
  sift();
}

function show(now) {
  oldest ||= now.oldest;
  seen = now.newest;
  newest = now.journal.at(-1)?.time ?? newest;
  for (const name in total) {
    total[name] += now[name];
  }
  for (const s of now.seconds) {
    const sum = at(s.second);
    for (const name of ["began", "ended", "writes", "failures"]) {
      sum[name] += s[name];
    }
  }
  const current = at(secondOf(now));
  current.live = Math.max(current.live, now.in_flight);
  figures(now, draw(now));
  fleets(now);
  journal(now);
}

async function get(since) {
  const answer = await fetch(`now?since=${since}`);
  if (!answer.ok) {
    throw new Error(`HTTP ${answer.status}`);
  }
  return answer.json();
}

async function ask() {
  try {
    let now = await get(stale ? 0 : seen);
    if (!stale && (now.newest < seen || seen > 0 && now.oldest !== oldest)) {
      stale = true;
      now = await get(0);
    }
    if (stale) {
      forget();
    }
    stale = false;
    show(now);
  } catch (error) {
    stale = true;
    $("state").className = "waiting";
    $("state").textContent = `No answer (${error.message}); asking again`;
  }
  setTimeout(next, every);
}

// next asks while somebody looks.
function next() {
  if (document.hidden) {
    document.addEventListener("visibilitychange", ask, { once: true });
  } else {
    ask();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && event.target !== $("filter")) {
    event.preventDefault();
    $("filter").focus();
  } else if (event.key === "Escape" && event.target === $("filter")) {
    $("filter").value = "";
    sift();
  }
});
document.querySelector("form").addEventListener("input", sift);
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

ask();
