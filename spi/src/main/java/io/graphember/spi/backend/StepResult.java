// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/**
 * What a training step reports.
 *
 * @param lossSum sum of the losses of all rows or groups, not scaled, with dropout applied
 * @param correct rows or groups that are correct as their {@link Loss} says, with dropout applied
 */
public record StepResult(double lossSum, int correct) {}
