// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.Publication;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes published results to a folder: all of their files are there in the end, or none. Whether
 * they can be written is known when it is opened, long before there is something to write. Rows
 * stream from the cluster to the files; a page of them is in memory.
 */
public final class ResultExport implements AutoCloseable {
  private static final int PROGRESS_ROWS = 1024;

  private final Set<ResultFormat> formats;
  private final Optional<DraftFolder> drafts; // empty to write nothing

  private ResultExport(Set<ResultFormat> formats, Optional<DraftFolder> drafts) {
    this.formats = formats;
    this.drafts = drafts;
  }

  /** An export that writes nothing. */
  public static ResultExport none() {
    return new ResultExport(Set.of(), Optional.empty());
  }

  /**
   * Prepares to write.
   *
   * @param folder where files go; made if it is not there
   * @param formats of the files: each result is written once in each
   * @param kinds what may be written
   * @param overwrite whether files may replace others
   * @throws GraphemberException with code {@code OUTPUT_UNWRITABLE} or {@code OUTPUT_EXISTS}
   */
  public static ResultExport open(
      Path folder, Set<ResultFormat> formats, Collection<ResultKind> kinds, boolean overwrite) {
    Predicate<String> files =
        name ->
            formats.stream()
                .anyMatch(format -> kinds.stream().anyMatch(kind -> format.writes(kind, name)));
    return new ResultExport(formats, Optional.of(DraftFolder.open(folder, files, overwrite)));
  }

  /**
   * Writes the results of a job, and says what was written.
   *
   * @param kinds what is written, of what it was opened for
   * @param cancellation looked at between rows
   */
  public void write(
      GraphemberClient client,
      String graph,
      String job,
      Collection<ResultKind> kinds,
      Console console,
      Cancellation cancellation) {
    if (drafts.isEmpty()) {
      return;
    }
    DraftFolder folder = drafts.get();
    if (kinds.isEmpty()) {
      console.out().println("Exported    nothing: job %s has published no results".formatted(job));
      return;
    }
    ProgressView view = ProgressView.of(console);
    List<String> lines = new ArrayList<>();
    try {
      for (ResultKind kind : kinds) {
        for (ResultTable table : kind.tables(client, graph, job)) {
          IntFunction<PublishedClassNames> classes =
              width -> PublishedClassNames.of(client, graph, table.publication(), width);
          lines.add(write(table, classes, folder, view, cancellation));
        }
      }
      folder.commit();
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      throw cause == null ? e : unwritable(folder, cause);
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
    lines.forEach(console.out()::println);
  }

  private static GraphemberException unwritable(DraftFolder drafts, IOException e) {
    return DraftFolder.unwritable(drafts.folder(), String.valueOf(e.getMessage()), e);
  }

  private String write(
      ResultTable table,
      IntFunction<PublishedClassNames> classes,
      DraftFolder folder,
      ProgressView view,
      Cancellation cancellation)
      throws IOException {
    String name = table.publication().name();
    try (ProgressView.Task task =
            view.begin("Exporting " + name, table.publication().entries(), true);
        Rows rows = new Rows(table, classes, folder, task, cancellation)) {
      table.reader().accept(rows);
      rows.end();
      return "Exported    %s: %,d rows of %,d numbers, %s in %s"
          .formatted(
              name, rows.count, rows.width, String.join(", ", rows.files()), folder.folder());
    }
  }

  @Override
  public void close() {
    drafts.ifPresent(DraftFolder::close);
  }

  /** Rows on their way to files, whose width the first of them says. */
  private final class Rows implements Consumer<ResultRow>, AutoCloseable {
    private final ResultKind kind;
    private final Publication publication;
    private final IntFunction<PublishedClassNames> classes; // by how many there are
    private final DraftFolder folder;
    private final ProgressView.Task task;
    private final Cancellation cancellation;
    private @Nullable ExportWriter writer; // null before the first row
    private int width;
    private long count;

    Rows(
        ResultTable table,
        IntFunction<PublishedClassNames> classes,
        DraftFolder folder,
        ProgressView.Task task,
        Cancellation cancellation) {
      this.classes = classes;
      this.folder = folder;
      this.kind = table.kind();
      this.publication = table.publication();
      this.task = task;
      this.cancellation = cancellation;
    }

    @Override
    public void accept(ResultRow row) {
      cancellation.check();
      try {
        ExportWriter to = writer == null ? begin(row.numbers().length) : writer;
        if (row.numbers().length != width) {
          throw uneven(row.numbers().length);
        }
        to.write(row);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      count++;
      if (count % PROGRESS_ROWS == 0) {
        task.done(count, "");
      }
    }

    private GraphemberException uneven(int numbers) {
      return new GraphemberException(
          ClientError.RESULTS_INCOMPLETE,
          "Cache %s has rows of %d and of %d numbers: run its job again."
              .formatted(publication.cache(), Math.min(numbers, width), Math.max(numbers, width)));
    }

    private ExportWriter begin(int numbers) throws IOException {
      width = numbers;
      ExportWriter begun =
          new SeveralResults(
              formats, ResultColumns.of(kind, publication, width, classNames()), folder);
      writer = begun;
      return begun;
    }

    private PublishedClassNames classNames() {
      return kind.classified() ? classes.apply(width) : PublishedClassNames.unknown(0);
    }

    /** There are no more rows. */
    void end() throws IOException {
      ExportWriter complete = writer == null ? begin(0) : writer;
      complete.close();
      writer = null;
    }

    List<String> files() {
      List<String> own =
          formats.stream()
              .flatMap(format -> format.endings(kind).stream())
              .map(ending -> publication.name() + ending)
              .toList();
      return folder.names().stream().filter(own::contains).toList();
    }

    @Override
    public void close() throws IOException {
      if (writer != null) {
        writer.close();
      }
    }
  }
}
