// SPDX-License-Identifier: Apache-2.0
/** What the trainers of one job exchange. */
package io.graphember.training.sync;
