"use strict";

// How many requests the page keeps, newest first, and how often it asks for more.
const kept = 200;
const every = 1000;

let seen = 0;

// fill puts rows of texts into the body of a table; a row may have a class of its own.
function fill(table, rows) {
  const body = table.tBodies[0];
  body.replaceChildren(...rows.map(row));
  if (rows.length === 0) {
    const tr = row({ cells: ["none yet"], kind: "none" });
    tr.firstChild.colSpan = table.tHead.rows[0].cells.length;
    body.append(tr);
  }
}

// row makes a row. Texts are set as texts: what is on the service is never taken for HTML.
function row({ cells, kind }) {
  const tr = document.createElement("tr");
  tr.className = kind || "";
  for (const cell of cells) {
    tr.insertCell().textContent = cell;
  }
  return tr;
}

const clock = (text) => new Date(text).toLocaleTimeString();

function show(now) {
  const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  document.getElementById("totals").textContent =
    `${plural(now.requests, "request")}, ${plural(now.writes, "write")} done, ${now.failures} answered with a failure or not at all`;
  fill(document.getElementById("clientes"), now.clientes.map((c) => ({ cells: [c.id, c.vehiculos, c.favoritas, c.placas] })));
  fill(document.getElementById("reservas"), now.reservas.map((r) => ({ cells: [r.id, r.tramo_id, r.placa, r.minutos, r.estado, clock(r.fin)] })));
  fill(document.getElementById("sanciones"), now.sanciones.map((s) => ({ cells: [s.id, s.placa, s.tramo_id, s.estado, s.pago] })));
  const journal = document.getElementById("journal");
  if (now.newest < seen) { // another sandbox by now, or its journal was emptied
    journal.tBodies[0].replaceChildren();
    seen = 0;
  }
  for (const e of now.journal) {
    seen = e.seq;
    const kind = e.ok ? (e.committed ? "write" : "") : "failed";
    const request = `${e.method} ${e.path}${e.query ? "?" + e.query : ""}`;
    const took = `${(e.duration / 1e6).toFixed(1)} ms`;
    journal.tBodies[0].prepend(row({ cells: [e.seq, clock(e.time), e.operation || "?", request, e.status || "cut", took, e.fault], kind }));
  }
  while (journal.tBodies[0].rows.length > kept) {
    journal.tBodies[0].deleteRow(-1);
  }
}

async function ask() {
  try {
    const answer = await fetch(`now?since=${seen}`);
    if (!answer.ok) {
      throw new Error(`HTTP ${answer.status}`);
    }
    show(await answer.json());
  } catch (error) {
    document.getElementById("totals").textContent = `The sandbox does not answer (${error.message}); asking again.`;
  }
  setTimeout(ask, every);
}

ask();
