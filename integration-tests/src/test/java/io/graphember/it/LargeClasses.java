// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records of more than {@value #MOST_COMPONENTS} components, classes with a constructor of more
 * than {@value #MOST_PARAMETERS} parameters, and why there are some.
 */
final class LargeClasses {
  private static final int MOST_COMPONENTS = 12;
  private static final int MOST_PARAMETERS = 8;

  private static final String SECTION = "a section of a file that users write, which is flat";
  private static final String JSON = "one object of JSON, whose fields are flat for who reads it";
  private static final String PARTS =
      "is injected with the parts of a node, which it puts together";
  private static final String ARRAYS = "arrays and bounds that were checked together";

  /** Why each may be so large. */
  static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("io.graphember.training.job.TrainingSettings", SECTION),
          Map.entry("io.graphember.training.job.InferenceSettings", SECTION),
          Map.entry("io.graphember.training.job.embedding.EmbeddingSettings", SECTION),
          Map.entry("io.graphember.graph.settings.GraphSettings", SECTION),
          Map.entry("io.graphember.formats.table.VertexColumnSettings", SECTION),
          Map.entry("io.graphember.cli.connect.ConnectionFile", SECTION),
          Map.entry("io.graphember.training.job.TrainingParameters", "a section, checked"),
          Map.entry("io.graphember.client.api.GraphInfo", JSON),
          Map.entry("io.graphember.client.api.JobInfo", JSON),
          Map.entry("io.graphember.client.api.JobResult", JSON),
          Map.entry("io.graphember.client.api.JobState", JSON),
          Map.entry("io.graphember.client.api.NodeCounts", JSON),
          Map.entry("io.graphember.cli.report.JsonGraph", JSON),
          Map.entry("io.graphember.cli.report.JsonReport", JSON),
          Map.entry("io.graphember.jobs.record.JobRecord", JSON),
          Map.entry("io.graphember.ignite.request.RequestStatus", JSON),
          Map.entry("io.graphember.partition.load.GraphSummary", "what becomes GraphInfo"),
          Map.entry("io.graphember.jobs.run.JobParts", PARTS),
          Map.entry("io.graphember.jobs.submit.JobMessages", PARTS),
          Map.entry("io.graphember.jobs.live.LiveStore", PARTS),
          Map.entry("io.graphember.ignite.wiring.NodeLife", PARTS),
          Map.entry("io.graphember.ignite.load.LoadSession", PARTS),
          Map.entry("io.graphember.ignite.load.LoadSessions", PARTS),
          Map.entry("io.graphember.graph.store.PartitionTopology", ARRAYS),
          Map.entry("io.graphember.sampling.neighbor.RankRequest", ARRAYS));

  private LargeClasses() {}

  /** Names of all that are large, in order. */
  static Set<String> of(JavaClasses classes) {
    Set<String> large = new TreeSet<>();
    for (JavaClass type : classes) {
      if (type.isRecord() ? components(type) > MOST_COMPONENTS : parameters(type)) {
        large.add(type.getName());
      }
    }
    return large;
  }

  private static long components(JavaClass type) {
    return type.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .count();
  }

  private static boolean parameters(JavaClass type) {
    return !type.isEnum()
        && !type.isAnonymousClass()
        && type.getConstructors().stream()
            .anyMatch(made -> made.getRawParameterTypes().size() > MOST_PARAMETERS);
  }
}
