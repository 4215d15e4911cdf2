// SPDX-License-Identifier: Apache-2.0
/** The service that thin clients call. */
package io.graphember.ignite.service;
