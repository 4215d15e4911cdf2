// SPDX-License-Identifier: Apache-2.0
/** The contract of backends, kept by DJL, and what is DJL's own. */
package io.graphember.backend.djl;
