// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.error;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of the command line itself. */
public enum CliError implements ErrorCode {
  /** The arguments are not those of a command. */
  USAGE(ErrorCategory.USER),
  /** Something is to be deleted, and nobody can be asked whether. */
  CONFIRMATION_MISSING(ErrorCategory.USER),
  /** What is said about a connection does not go together. */
  CONNECTION_UNCLEAR(ErrorCategory.USER),
  /** A password is needed, and nobody can be asked for it. */
  PASSWORD_MISSING(ErrorCategory.USER),
  /** A file has no password. */
  PASSWORD_FILE_UNUSABLE(ErrorCategory.USER),
  /** A file with a password can be read by everybody. */
  PASSWORD_EXPOSED(ErrorCategory.USER),
  /** A file of the report or of results cannot be written. */
  OUTPUT_UNWRITABLE(ErrorCategory.USER),
  /** Of a job there is less than its report needs. */
  REPORT_INCOMPLETE(ErrorCategory.USER),
  /** A file of results is there already. */
  OUTPUT_EXISTS(ErrorCategory.USER),
  /** A job without a source was to run on nodes that hold no graph. */
  SOURCE_MISSING(ErrorCategory.USER),
  /** A job file is not one for this command. */
  JOB_UNFIT(ErrorCategory.USER),
  /** The file of labels has none for the graph's vertices. */
  LABELS_MISSING(ErrorCategory.USER),
  /** A node still runs work after as long as the command may wait. */
  DRAIN_UNFINISHED(ErrorCategory.CLUSTER),
  /** The port of the board cannot be listened on. */
  PORT_TAKEN(ErrorCategory.USER),
  /** The nodes in this process did not start. */
  NODES_NOT_STARTED(ErrorCategory.CLUSTER),
  /** The heap of this process is too small. */
  HEAP_TOO_SMALL(ErrorCategory.RESOURCE);

  private final ErrorCategory category;

  CliError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
