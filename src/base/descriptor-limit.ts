/** The system's limit of open files, sockets and pipes of this process. */

/** Descriptors that this process may have open; infinite where the system does not say or has no limit. */
export function descriptorLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
