// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.cli.export.ResultExport;
import io.graphember.cli.export.ResultFormat;
import io.graphember.cli.export.ResultKind;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import picocli.CommandLine.Option;

/** How results are written to files. */
public final class ExportOptions {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      split = ",",
      defaultValue = "csv",
      description =
          "Format of the files with results: csv (the default), npy, parquet, zarr, or several.")
  private Set<ResultFormat> formats;

  @Option(names = "--overwrite", description = "Replace files with results that are there already.")
  private boolean overwrite;

  /** Whether files may replace others. */
  public boolean overwrite() {
    return overwrite;
  }

  /** Prepares to write to a folder. */
  public ResultExport open(Path folder, Collection<ResultKind> kinds) {
    return ResultExport.open(folder, formats, kinds, overwrite);
  }
}
