// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.export.ResultExport;
import io.graphember.cli.export.ResultFormat;
import io.graphember.cli.export.ResultKind;
import java.nio.file.Path;
import java.util.Collection;
import picocli.CommandLine.Option;

/** How results are written to files. */
final class ExportOptions {
  @Option(
      names = "--format",
      paramLabel = "csv|npy|parquet|zarr",
      defaultValue = "csv",
      description = "Format of the files with results; csv by default.")
  private ResultFormat format;

  @Option(names = "--overwrite", description = "Replace files with results that are there already.")
  private boolean overwrite;

  /** Whether files may replace others. */
  boolean overwrite() {
    return overwrite;
  }

  /** Prepares to write to a folder. */
  ResultExport open(Path folder, Collection<ResultKind> kinds) {
    return ResultExport.open(folder, format, kinds, overwrite);
  }
}
