/** Files that the visitor takes home. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export type Cell = string | number | null | undefined;

/** A table as comma-separated values, RFC 4180; a cell that begins as a formula would is quoted from spreadsheets. */
export function csv(rows: Cell[][]): Blob {
  const text = (cell: Cell): string => {
    if (cell === null || cell === undefined) return '';
    const plain = typeof cell === 'string' && /^[=+\-@]/.test(cell) ? `'${cell}` : String(cell);
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return new Blob([rows.map((row) => row.map(text).join(',')).join('\r\n') + '\r\n'], {
    type: 'text/csv;charset=utf-8',
  });
}
