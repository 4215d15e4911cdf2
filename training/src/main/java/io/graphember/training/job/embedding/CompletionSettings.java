// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.triple.End;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job infers by embeddings of triples: section {@code completion} of a job file.
 *
 * @param best entities that are published for each query; 0 for no completion
 * @param ends which ends are asked for
 * @param relations names of the edge types that are asked about; empty for all
 * @param queries file of what is asked; null for all entities and relations
 * @param known what is done with entities that make a triple of the graph
 */
public record CompletionSettings(
    @Setting(
            value =
                "Entities that are published for each query, the best first; 0 for no completion.",
            byDefault = "0")
        @Min(0)
        @Max(1000)
        int best,
    @Setting(
            value =
                "What is asked for: tail, of an entity that is the head; head, of one that is the"
                    + " tail; both.",
            byDefault = "tail")
        @NotNull
        Ends ends,
    @Setting(
            value = "Edge types that are asked about, with every entity; without it all of them.",
            byDefault = "[]")
        @NotNull
        List<String> relations,
    @Setting(
            value =
                "File of what is asked instead, CSV with the key of an entity and the name of an"
                    + " edge type in each line behind a header, at most 16 MiB; seen from the job"
                    + " file.",
            optional = true)
        @Nullable String queries,
    @Setting(
            value =
                "Entities that make a triple of the graph, trained or held out: omit them, or mark"
                    + " them.",
            byDefault = "omit")
        @NotNull
        Known known)
    implements CrossChecked {

  @Override
  public void check(Complaints complaints) {
    if (best == 0 && (queries != null || !relations.isEmpty())) {
      complaints.add("best", "must be 1 or more where completion.queries or relations are given");
    }
    if (queries != null && !relations.isEmpty()) {
      complaints.add("relations", "must be left out with completion.queries, which names them");
    }
    if (relations.stream().distinct().count() < relations.size()) {
      complaints.add("relations", "must name a type once");
    }
  }

  /** The ends that are asked for. */
  public enum Ends {
    /** Tails. */
    TAIL(List.of(End.TAIL)),
    /** Heads. */
    HEAD(List.of(End.HEAD)),
    /** Tails, then heads. */
    BOTH(List.of(End.TAIL, End.HEAD));

    private final List<End> all;

    Ends(List<End> all) {
      this.all = all;
    }

    /** Each of them. */
    public List<End> all() {
      return all;
    }
  }

  /** What is done with entities that make a triple of the graph. */
  public enum Known {
    /** They are left out. */
    OMIT,
    /** They are published with what is known of them. */
    MARK
  }
}
