// SPDX-License-Identifier: Apache-2.0
/** The training loop that every trainer of a job runs in step with the others. */
package io.graphember.training.loop;
