// SPDX-License-Identifier: Apache-2.0
/** Tests of the loop that every trainer runs. */
package io.graphember.training.loop;
