// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.tensorboard;

import io.graphember.cli.embedding.EmbeddingSample;
import io.graphember.cli.error.CliError;
import io.graphember.cli.job.JobWatcher;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.tensorboard.JobEvents;
import io.graphember.client.tensorboard.ProjectorFiles;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Runs in a folder of TensorBoard: a folder below it for each job, written as the job trains. Used
 * by one thread.
 */
public final class TensorBoardRuns implements JobWatcher, AutoCloseable {
  /** More are slow in the projector. */
  private static final int EMBEDDINGS = 10_000;

  private final Path folder;
  private @Nullable Path run; // null before the first
  private @Nullable JobEvents events; // null between two runs

  /**
   * Runs in a folder.
   *
   * @param folder made if it is not there, so that a job does not train for nothing
   * @throws GraphemberException with code {@link CliError#OUTPUT_UNWRITABLE} if it cannot be
   */
  public TensorBoardRuns(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public void begin(String name) {
    run = folder.resolve(name);
    writing(() -> events = JobEvents.open(folder.resolve(name)));
  }

  @Override
  public void state(JobState state) {
    if (events != null) {
      final JobEvents to = events;
      writing(() -> to.accept(state));
    }
  }

  @Override
  public void end(JobResult result) {
    if (events != null) {
      final JobEvents to = events;
      writing(() -> to.end(result));
    }
    close();
  }

  /** Writes embeddings that the last job has published, for the projector. */
  public void embeddings(GraphemberClient client, JobResult result) {
    final Path last = run;
    if (last != null) {
      EmbeddingSample.of(client, result, EMBEDDINGS)
          .ifPresent(
              some ->
                  writing(
                      () -> ProjectorFiles.write(last, some.keys(), some.rows(), some.labels())));
    }
  }

  private void writing(Runnable write) {
    try {
      write.run();
    } catch (UncheckedIOException e) {
      throw unwritable(e);
    }
  }

  private GraphemberException unwritable(Exception cause) {
    return new GraphemberException(
        CliError.OUTPUT_UNWRITABLE,
        "--tensorboard = %s: cannot be written, %s: %s."
            .formatted(folder, cause.getClass().getSimpleName(), cause.getMessage()),
        cause);
  }

  /** Ends a run that was cut off. */
  @Override
  public void close() {
    if (events != null) {
      final JobEvents last = events;
      events = null;
      writing(last::close);
    }
  }
}
