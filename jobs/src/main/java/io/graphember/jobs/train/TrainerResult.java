// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.observe.StepSpan;
import java.util.List;
import java.util.Optional;

/**
 * What a trainer answers.
 *
 * @param parameters the best ones, of the first trainer; empty of the others, which have the same
 * @param bestEpoch epoch that they are of
 * @param epochs all epochs
 * @param test how good they are
 * @param trainSeconds seconds of training
 * @param step where the time of a step of this trainer goes
 * @param spans of the steps that were traced
 * @param versions of the parameters that the first trainer has served; 0 of the others, and where
 *     all step together
 * @param mostBehind versions that a trainer was behind, at most
 * @param baselineSeconds seconds of the model without neighbours; 0 without one
 * @param engineVersion version of the engine
 * @param update what goes with a model that may be trained on, of the first trainer; else empty
 */
public record TrainerResult(
    float[] parameters,
    int bestEpoch,
    List<EpochInfo> epochs,
    JobResult.Test test,
    double trainSeconds,
    JobTrainers.StepSeconds step,
    List<StepSpan> spans,
    long versions,
    long mostBehind,
    double baselineSeconds,
    String engineVersion,
    Optional<ModelUpdate> update) {}
