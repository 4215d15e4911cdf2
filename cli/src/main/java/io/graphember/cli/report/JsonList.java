// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.node.NodeInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster has, for scripts: one of the lists, the others are left out. Fields are added,
 * never renamed or removed, within {@link #FORMAT}.
 *
 * @param format version of this form
 * @param jobs of {@code jobs} and {@code queue}
 * @param models of {@code models}
 * @param nodes of {@code nodes}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"format", "jobs", "models", "nodes"})
public record JsonList(
    int format,
    @Nullable List<JobInfo> jobs,
    @Nullable List<Model> models,
    @Nullable List<NodeInfo> nodes) {
  /** Version of the form. */
  public static final int FORMAT = 1;

  /**
   * A model.
   *
   * @param graph name of the graph
   * @param job name of the job that has left it
   * @param graphVersion version of the graph that it was trained on
   * @param bytes of its parameters
   * @param created when it became current, in ms since 1970; null if that is not known
   * @param owner user who has submitted the job last; null where the cluster knows no users
   */
  @JsonPropertyOrder({"graph", "job", "graphVersion", "bytes", "created", "owner"})
  public record Model(
      String graph,
      String job,
      long graphVersion,
      long bytes,
      @Nullable Long created,
      @Nullable String owner) {}

  /** A list of jobs. */
  public static JsonList ofJobs(List<JobInfo> jobs) {
    return new JsonList(FORMAT, jobs, null, null);
  }

  /** A list of the models among results. */
  public static JsonList ofModels(List<ResultInfo> results) {
    final List<Model> models = new ArrayList<>();
    for (ResultInfo result : results) {
      final ResultInfo.Model model = result.model();
      if (model != null) {
        models.add(
            new Model(
                result.graph(),
                result.job(),
                model.graphVersion(),
                model.bytes(),
                model.created(),
                result.owner()));
      }
    }
    return new JsonList(FORMAT, null, models, null);
  }

  /** A list of nodes. */
  public static JsonList ofNodes(List<NodeInfo> nodes) {
    return new JsonList(FORMAT, null, null, nodes);
  }
}
